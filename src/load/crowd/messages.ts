import type { CrowdPlan, Share } from './crowd.ts'
import type { Tally } from './tally.ts'

/** What a process with clients is asked for. It answers each with `Answer`. */
export type Ask =
  | {
      readonly ask: 'start'
      readonly botFile: string
      readonly plan: CrowdPlan
      readonly share: Share
    }
  | { readonly ask: 'take'; readonly isLast: boolean }
  | { readonly ask: 'stop' }

/** The tally that `take` asks for, or what went wrong. */
export interface Answer {
  readonly tally?: Tally
  readonly fault?: string
}
