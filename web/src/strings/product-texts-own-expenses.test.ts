import { ownExpenses } from './testing/own-expenses';
import { findQuotes } from './testing/quotes';

findQuotes(ownExpenses);
