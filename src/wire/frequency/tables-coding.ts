import type { Coding } from '../coding.ts'
import { FrequencyReader } from './frequency-reader.ts'
import { FrequencyWriter } from './frequency-writer.ts'

/** Codes with frequency tables. */
export const tables = (): Coding => ({
  name: 'tables',
  asksOfAll: true,
  writer: (plans, sendHz) => new FrequencyWriter(plans, sendHz, null),
  reader: (plans) => new FrequencyReader(plans, null),
})
