import { nodeHash } from '@outlay/transparency-log';

/** The root of a growing tree of leaf hashes, out of its complete subtrees. */
export class CompactTree {
  private readonly subtrees: { readonly height: number; readonly hash: Buffer }[] = [];

  append(leaf: Buffer): void {
    let node = { height: 0, hash: leaf };
    while (this.subtrees.at(-1)?.height === node.height) {
      const left = this.subtrees.pop();
      if (left) node = { height: node.height + 1, hash: nodeHash(left.hash, node.hash) };
    }
    this.subtrees.push(node);
  }

  /** Null if it has no leaf. */
  root(): Buffer | null {
    const [last, ...left] = this.subtrees.toReversed();
    return last ? left.reduce((right, { hash }) => nodeHash(hash, right), last.hash) : null;
  }
}
