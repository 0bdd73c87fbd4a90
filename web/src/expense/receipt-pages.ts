import { queryOptions } from '@tanstack/react-query';
import { receiptFileName, receiptQuery } from './receipt';

/** A browser keeps each drawn page as 6 MB. */
export const MOST_PAGES = 20;

/** Pages of a PDF as drawings; null for other receipts. The first one is drawn alone, since it is what is looked at. */
export const receiptPagesQuery = (receipt: string, part: 'first' | 'rest', as_of?: string) =>
  queryOptions({
    queryKey: ['receipt-pages', receiptFileName(receipt), part],
    queryFn: async ({ client, signal }) => {
      const blob = await client.fetchQuery(receiptQuery(receipt, as_of));
      if (blob.type !== 'application/pdf') return null;
      const { drawPages } = await import('./draw-pdf');
      const [from, to] = part === 'first' ? [1, 1] : [2, MOST_PAGES];
      return drawPages(await blob.arrayBuffer(), from, to, signal);
    },
    staleTime: Infinity,
    gcTime: 120_000,
    structuralSharing: false,
    retry: false,
  });
