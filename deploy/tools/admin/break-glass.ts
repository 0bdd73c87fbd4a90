import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lockEmbedded, Stores, type Config } from '@outlay/composition';
import { inviteSuperAdmin } from '@outlay/invites';
import { systemClock, systemIds } from '@outlay/time';

type Installation = Pick<Config, 'dataDir' | 'backing' | 'publicUrl'>;

/** Works on the data folder of a stopped product, or on the servers of a cluster. @returns the link to register */
export async function breakGlass(config: Installation, invited: { email: string; by: string }): Promise<string> {
  const { dataDir, backing } = config;
  if (backing.eventStore === null && !existsSync(join(dataDir, 'events.db'))) {
    throw new Error(`There is no installation in ${dataDir}. Set DATA_DIR, or the addresses of the servers.`);
  }
  const lock = await lockEmbedded(config, ['eventStore', 'mongo']);
  const stores = new Stores(dataDir, backing);
  try {
    const [documents, eventStore] = await Promise.all([stores.documents('invites'), stores.events()]);
    const ports = { documents, eventStore, clock: systemClock, ids: systemIds };
    const { token } = await inviteSuperAdmin(ports, invited);
    return `${config.publicUrl}/register?invite=${token}`;
  } finally {
    await stores.close();
    lock.release();
  }
}
