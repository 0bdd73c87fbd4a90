import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentsContract } from './documents.contract.js';
import { openDocuments } from './open-documents.js';

let folder: string;

beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'documents-'))));
afterAll(() => rm(folder, { recursive: true }));

documentsContract('the embedded store', () => openDocuments({ file: join(folder, 'documents.sqlite') }));
