export { DocumentsUnavailable, isDuplicateKey, isUnavailable, upserting } from './errors.js';
export { isReady, openDocuments, type DocumentsOptions } from './open-documents.js';
