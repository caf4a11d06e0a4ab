/** What a picture shows of the engine's inside. The panel switches them; a picture reads them in every frame. */
export interface Marks {
  /** A dot for each state that is kept of every remote player. */
  history: boolean
  /** Where the server has the own player. */
  ghost: boolean
  /** For each remote player the states before and after the moment on display, and that moment between them. */
  moments: boolean
}

/** All off. */
export const noMarks = (): Marks => ({ history: false, ghost: false, moments: false })
