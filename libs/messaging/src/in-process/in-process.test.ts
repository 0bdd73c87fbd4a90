import { messagingContract } from '../messaging.contract.js';
import { inProcessMessaging, MessageHub } from '../index.js';

const hub = new MessageHub();

messagingContract('the in-process hub', async (timeoutMs) => inProcessMessaging({ hub, timeoutMs }));
