import type { MakeCodec, ViewsCodec } from '../wire/codec.ts'
import type { ViewsScene } from '../wire/views.ts'
import type { Workload } from '../wire/workload.ts'
import { bitecsCodec } from './wire-bitecs.ts'
import { colyseusCodec } from './wire-colyseus.ts'
import { geckosCodec } from './wire-geckos.ts'
import { deflatedJson, deltaCodec, fullCodec, json, msgpack, msgpackr } from './wire-json.ts'
import { colyseusViews } from './wire-views.ts'

/** What others make of a workload; the first is what all are compared with. */
export function updatesPeers(workload: Workload): readonly MakeCodec[] {
  return [
    () => colyseusCodec(workload, true),
    () => colyseusCodec(workload, false),
    () => bitecsCodec(workload),
    () => geckosCodec(workload),
    () => fullCodec(workload, json),
    () => deltaCodec(workload, json),
    () => deltaCodec(workload, deflatedJson()),
    () => fullCodec(workload, msgpackr),
    () => fullCodec(workload, msgpack),
    () => deltaCodec(workload, msgpack),
  ]
}

/** What others make of many clients with views of their own. */
export function viewsPeers(scene: ViewsScene): readonly (() => ViewsCodec)[] {
  return [() => colyseusViews(scene)]
}
