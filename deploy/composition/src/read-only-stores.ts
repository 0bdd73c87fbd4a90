import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BackingUrls } from './config.js';
import { isDataFolderLocked } from './data-folder-lock.js';
import { Stores } from './stores.js';

/**
 * The stores of an installation, which are not changed by a byte; the folder may be a copy without write permission.
 * @throws Error for the operator if there are no events
 */
export function openReadOnlyStores(dataDir: string, backing: BackingUrls): Stores {
  if (!backing.eventStore && !existsSync(join(dataDir, 'events.db'))) {
    throw new Error(`There are no events in ${dataDir}. Check DATA_DIR.`);
  }
  return new Stores(dataDir, backing, isDataFolderLocked(dataDir) ? 'in-use' : 'at-rest');
}
