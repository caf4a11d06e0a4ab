/**
 * What a picture shows of the engine's internals. The panel switches these marks, and a picture reads them in every
 * frame.
 */
export interface Marks {
  /** A dot for each state that the client holds of every remote player. */
  history: boolean
  /** The place where the server has the page's own player, and the places where it judged hits. */
  ghost: boolean
  /** For each remote player, the states before and after the moment on display, and that moment between them. */
  moments: boolean
}

/** All off. */
export const noMarks = (): Marks => ({ history: false, ghost: false, moments: false })
