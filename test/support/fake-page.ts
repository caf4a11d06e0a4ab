/** As much of an element as the words over a picture use; it counts what is written. */
export class FakeElement {
  className = ''
  title = ''
  readonly style: { [property: string]: string } = {}
  readonly children: FakeElement[] = []
  readonly #page: FakePage
  readonly #classes = new Set<string>()
  #text = ''
  #isHidden = false
  parent: FakeElement | null = null

  constructor(page: FakePage) {
    this.#page = page
  }

  get textContent(): string {
    return this.#text + this.children.map(({ textContent }) => textContent).join(' ')
  }

  set textContent(text: string) {
    this.#page.writes++
    this.#text = text
  }

  get hidden(): boolean {
    return this.#isHidden
  }

  set hidden(isHidden: boolean) {
    if (isHidden !== this.#isHidden) this.#page.writes++
    this.#isHidden = isHidden
  }

  get isConnected(): boolean {
    return this.parent !== null
  }

  readonly classList = {
    add: (name: string): void => this.#toggle(name, true),
    remove: (name: string): void => this.#toggle(name, false),
    toggle: (name: string, isOn: boolean): void => this.#toggle(name, isOn),
    contains: (name: string): boolean => this.#classes.has(name),
  }

  append(...children: FakeElement[]): void {
    this.#page.writes++
    for (const child of children) child.parent = this
    this.children.push(...children)
  }

  replaceChildren(...children: FakeElement[]): void {
    this.children.splice(0)
    this.append(...children)
  }

  remove(): void {
    this.#page.writes++
    const { children } = this.parent ?? { children: [] as FakeElement[] }
    children.splice(children.indexOf(this), 1)
    this.parent = null
  }

  setAttribute(): void {}
  animate(): void {}

  /** The first one below it, or itself, that was made with this class. */
  find(className: string): FakeElement | undefined {
    if (this.className === className) return this
    for (const child of this.children) {
      const found = child.find(className)
      if (found) return found
    }
    return undefined
  }

  #toggle(name: string, isOn: boolean): void {
    if (this.#classes.has(name) === isOn) return
    this.#page.writes++
    if (isOn) this.#classes.add(name)
    else this.#classes.delete(name)
  }
}

/** As much of a page as makes elements. */
export class FakePage {
  /** How often something on it was changed. */
  writes = 0
  readonly root: FakeElement = new FakeElement(this)
  readonly document = { createElement: (): FakeElement => new FakeElement(this) }
  readonly window = { matchMedia: () => ({ matches: false, addEventListener: () => {} }) }
}
