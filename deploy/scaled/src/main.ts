import 'reflect-metadata';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@outlay/composition';
import { runPart, type PartName } from './part.js';

/** `node main.js expenses`: one part of the product as a process of its own. */
const PARTS: readonly PartName[] = ['gateway', ...SERVICE_NAMES];
const part = PARTS.find((name) => name === process.argv[2]);

try {
  if (!part) throw new Error(`Which part? One of: ${PARTS.join(', ')}`);
  await runPart(part, process.env, join(import.meta.dirname, '..', '..', '..'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
