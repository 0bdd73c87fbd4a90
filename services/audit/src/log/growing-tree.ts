import { Thread } from '@outlay/concurrency';
import {
  growTree,
  HASH_BYTES,
  TreeHead,
  type FileReader,
  type GrownTree,
  type LogFile,
  type TreeEdge,
} from '@outlay/transparency-log';
import { extname } from 'node:path';
import type { Growth } from './tree-thread.js';

const ENTRY = new URL(`./tree-thread${extname(import.meta.filename)}`, import.meta.url);
/** Up to this number, hashing takes half a millisecond here; more would hold up requests. */
const FEW = 200;

/** The tree of the log while it grows, and the files that are to be stored. */
export class GrowingTree {
  private edge: TreeEdge = TreeHead.empty().edge();
  private full: LogFile[] = [];
  private readonly thread = new Thread<Growth, GrownTree>(ENTRY);

  get size(): number {
    return this.edge.size;
  }

  /** Null if there are no leaves. */
  get root(): Buffer | null {
    return this.edge.root;
  }

  /** Continues a stored tree of `size` leaves. */
  async open(size: number, readFile: FileReader): Promise<void> {
    this.edge = (await TreeHead.read(size, readFile)).edge();
    this.full = [];
  }

  /** @param entries 32 bytes each, one after another */
  async append(entries: Uint8Array): Promise<void> {
    const growth = { edge: this.edge, entries };
    const grown = entries.length > FEW * HASH_BYTES ? await this.thread.run(growth) : undefined;
    const { edge, full } = grown ?? (await growTree(this.edge, entries));
    this.edge = { ...edge, root: edge.root && Buffer.from(edge.root) };
    this.full.push(...full);
  }

  /** The files since the last call, and the edge of the tree. */
  takeFiles(): LogFile[] {
    return [...this.full.splice(0), ...this.edge.files];
  }

  async close(): Promise<void> {
    await this.thread.end();
  }
}
