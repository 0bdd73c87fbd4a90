export const CLASSIFICATIONS = ['support', 'investment', 'mix'] as const;
export type Classification = (typeof CLASSIFICATIONS)[number];
export const CLASSIFICATION_LABELS = { support: 'Support', investment: 'Investment', mix: 'Mix / Unknown' } as const;

/**
 * Reads a classification, legacy values included: what names both support and core/investment, or mix, is `mix`; what
 * names core or investment is `investment`; what names support is `support`; anything else is null.
 */
export function normaliseClassification(value: string): Classification | null {
  const text = value.toLowerCase();
  const support = text.includes('support');
  const investment = text.includes('core') || text.includes('investment');
  if (text.includes('mix') || (support && investment)) return 'mix';
  if (investment) return 'investment';
  return support ? 'support' : null;
}
