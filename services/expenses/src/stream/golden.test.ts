import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventMetadata } from '@outlay/contracts';
import { goldenEvents } from '@outlay/event-sourcing/testing';
import { STREAM_KINDS } from './stream-types.js';

const metadataFolder = join(import.meta.dirname, 'golden-metadata');
const guide = readFileSync(join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'events.md'), 'utf8');

goldenEvents(STREAM_KINDS, join(import.meta.dirname, 'golden'));

describe('stored metadata', () => {
  it.each(readdirSync(metadataFolder))('%s is covered by the schema', (file) => {
    const stored: unknown = JSON.parse(readFileSync(join(metadataFolder, file), 'utf8'));
    expect(eventMetadata.parse(stored)).toEqual(stored);
  });

  it('is documented in docs/events.md field by field', () => {
    expect(Object.keys(eventMetadata.shape).filter((field) => !guide.includes(`| \`${field}\``))).toEqual([]);
  });
});
