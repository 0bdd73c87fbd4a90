import { TreeHead, tileHashes, tilePath, type HashReader, type LogFile } from '../index.js';

export class InMemoryLog {
  readonly files = new Map<string, Buffer>();
  head = TreeHead.empty();

  append(...entries: readonly Buffer[]): void {
    for (const entry of entries) this.head.append(entry);
  }

  store(): LogFile[] {
    const files = [...this.head.takeFull(), ...this.head.edge().files];
    for (const { path, content } of files) this.files.set(path, content);
    return files;
  }

  readonly read = async (path: string): Promise<Buffer> => {
    const content = this.files.get(path);
    if (!content) throw new Error(`No file ${path}`);
    return content;
  };

  hashesOf(size: number): HashReader {
    return tileHashes(size, (tile) => this.read(tilePath(tile)));
  }
}

export const numberedEntries = (count: number, from = 0): Buffer[] =>
  Array.from({ length: count }, (_, n) => Buffer.from(`entry ${from + n}`));
