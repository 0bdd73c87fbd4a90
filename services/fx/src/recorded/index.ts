export { KNOWN_RATES, PUBLISHED, type KnownRate, type PublishedRates } from './known-rates.js';
export { startRecordedSources, type Fault, type RecordedSources } from './recorded-sources.js';
