export const CLASSIFICATIONS = ['support', 'investment', 'mix'] as const;
export type Classification = (typeof CLASSIFICATIONS)[number];
export const CLASSIFICATION_LABELS = { support: 'Support', investment: 'Investment', mix: 'Mix / Unknown' } as const;

/**
 * Parses a classification, including legacy values, case-insensitively: text with "mix", or with "support" and "core" or
 * "investment", is `mix`; with "core" or "investment" `investment`; with "support" `support`; otherwise null.
 */
export function normaliseClassification(value: string): Classification | null {
  const text = value.toLowerCase();
  const support = text.includes('support');
  const investment = text.includes('core') || text.includes('investment');
  if (text.includes('mix') || (support && investment)) return 'mix';
  if (investment) return 'investment';
  return support ? 'support' : null;
}
