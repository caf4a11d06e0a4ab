import { vi } from 'vitest'

/**
 * What a command says to the user, line by line, and the exit code that it leaves. Mocks the console: restore it, and
 * `process.exitCode`, after each test.
 */
export async function saidBy(
  command: (words: readonly string[]) => Promise<void>,
  words: readonly string[],
): Promise<{ said: string[]; code: unknown }> {
  const said: string[] = []
  for (const to of ['log', 'error'] as const)
    vi.spyOn(console, to).mockImplementation((text) => said.push(String(text)))
  await command(words)
  return { said, code: process.exitCode }
}
