import { entrance } from './testing/entrance';
import { findQuotes } from './testing/quotes';

findQuotes(entrance);
