export { DocumentsUnavailable, isDuplicateKey, isUnavailable } from './errors.js';
export { isReady, openDocuments, type DocumentsOptions } from './open-documents.js';
