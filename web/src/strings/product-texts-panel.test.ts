import { adminPanel } from './testing/panel';
import { findQuotes } from './testing/quotes';

findQuotes(adminPanel);
