import { auth } from './testing/auth';
import { findQuotes } from './testing/quotes';

findQuotes(auth);
