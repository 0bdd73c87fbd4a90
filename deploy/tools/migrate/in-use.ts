import { setTimeout } from 'node:timers/promises';
import type { Stores } from '@outlay/composition';

/** The wait is longer than the interval between two heartbeats of the projector. */
const HEARTBEAT_WAIT_MS = 4_000;

export async function isProjectorRunning(stores: Stores): Promise<boolean> {
  const documents = await stores.documents('expenses');
  const heartbeats = async () => {
    const held = documents.collection<{ _id: string; beat: number }>('leases').find({ holder: { $ne: null } });
    return (await held.toArray()).map(({ _id, beat }) => `${_id} ${beat}`).join();
  };
  const before = await heartbeats();
  if (before === '') return false;
  await setTimeout(HEARTBEAT_WAIT_MS);
  return (await heartbeats()) !== before;
}
