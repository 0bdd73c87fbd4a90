export { alteredRows } from './driver/altered-rows.js';
export { DocumentsUnavailable, isDuplicateKey, isTimeLimit, isUnavailable, upserting } from './errors.js';
export { textSearch, type TextSearch } from './text-search.js';
export { checkpointIn } from './checkpoint.js';
export { pageByCreation, pageById } from './pages.js';
export { prepareCollection } from './prepare-collection.js';
export { isReady, openDocuments, type DocumentsOptions } from './open-documents.js';
