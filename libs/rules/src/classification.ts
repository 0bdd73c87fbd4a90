export const CLASSIFICATIONS = ['support', 'investment', 'mix'] as const;
export type Classification = (typeof CLASSIFICATIONS)[number];
export const CLASSIFICATION_LABELS = { support: 'Support', investment: 'Investment', mix: 'Mix / Unknown' } as const;

/** Accepts legacy text: "mix", or "support" with "core" or "investment", is `mix`; "core" alone is `investment`. */
export function normaliseClassification(value: string): Classification | null {
  const text = value.toLowerCase();
  const support = text.includes('support');
  const investment = text.includes('core') || text.includes('investment');
  if (text.includes('mix') || (support && investment)) return 'mix';
  if (investment) return 'investment';
  return support ? 'support' : null;
}

/** The label of a stored classification, or the stored text if it is none of them. */
export function classificationLabel(stored: string): string {
  const known = normaliseClassification(stored);
  return known === null ? stored : CLASSIFICATION_LABELS[known];
}
