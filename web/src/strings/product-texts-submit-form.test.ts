import { submitForm } from './testing/submit-form';
import { findQuotes } from './testing/quotes';

findQuotes(submitForm);
