import { loaded } from '#lib/errors';
import { lazyPart } from '#ui/lazy-part';
import { Skeleton } from '#ui/skeleton';

const load = () => import('./attached-receipt');

/** The receipt as it is attached, which most forms do not have when they open. */
export const AttachedReceipt = lazyPart(load, () => <Skeleton className="h-18 lg:h-[min(500px,60dvh)]" />);

/** Loads what prepares, fetches and shows a receipt. */
export async function loadAttaching() {
  const { prepareReceipt, fetchUploaded } = await loaded(load());
  await AttachedReceipt.preload();
  return { prepareReceipt, fetchUploaded };
}
