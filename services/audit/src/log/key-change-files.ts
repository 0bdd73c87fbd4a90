import type { LogFolder } from './log-folder.js';

const KEY_CHANGES = 'key-changes/';

/** The signed notes by which one key of the log took the place of another. */
export class KeyChangeFiles {
  constructor(private readonly folder: LogFolder) {}

  /** The oldest first. */
  async all(): Promise<string[]> {
    const notes: string[] = [];
    for await (const path of this.folder.paths(KEY_CHANGES))
      notes.push(((await this.folder.find(path)) ?? Buffer.alloc(0)).toString());
    return notes;
  }

  async add(note: string): Promise<void> {
    const { length } = await this.all();
    await this.folder.put(`${KEY_CHANGES}${String(length).padStart(9, '0')}`, note, 'text/plain');
  }
}
