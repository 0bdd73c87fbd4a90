import { panelDialogs } from './testing/panel-dialogs';
import { findQuotes } from './testing/quotes';

findQuotes(panelDialogs);
