export { alteredRows } from './driver/altered-rows.js';
export { DocumentsUnavailable, isDuplicateKey, isTimeLimit, isUnavailable, upserting } from './errors.js';
export { textSearch, type TextSearch } from './text-search.js';
export { DocumentLease } from './document-lease.js';
export { SoleInstance, type Lease } from './lease.js';
export { checkpointIn } from './checkpoint.js';
export { pageByCreation, pageById } from './pages.js';
export { prepareCollection } from './prepare-collection.js';
export { isReady, openDocuments, type DocumentsOptions } from './open-documents.js';
