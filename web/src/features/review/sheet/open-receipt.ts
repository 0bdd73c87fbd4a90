import type { QueryClient } from '@tanstack/react-query';
import { receiptQuery } from '#expense/receipt';

export async function openReceipt(queryClient: QueryClient, receipt: string) {
  const url = URL.createObjectURL(await queryClient.fetchQuery(receiptQuery(receipt)));
  window.open(url, '_blank', 'noopener');
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
