/** Accepted findings do not make it 0, because anybody who can write to the event store can write an acceptance. */
export const EXIT = { nothingFound: 0, findings: 1, couldNotLook: 2, onlyAccepted: 3 } as const;

export function exitCode(findings: readonly { readonly accepted: object | null }[]): number {
  if (findings.length === 0) return EXIT.nothingFound;
  return findings.every(({ accepted }) => accepted !== null) ? EXIT.onlyAccepted : EXIT.findings;
}
