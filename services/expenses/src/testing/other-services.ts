import { OutlayError, type MessageContext, type Operation, type ReplyOf, type RequestOf } from '@outlay/contracts';
import { InProcessClient, MessageClient, MessageHub, packError, packResponse } from '@outlay/messaging';

interface Message {
  readonly request: unknown;
  readonly context: MessageContext;
}

/** The services that the workflows ask; one without an answer is not available. */
export class OtherServices {
  readonly received: Message[] = [];
  private readonly hub = new MessageHub();
  readonly messages = new MessageClient(new InProcessClient(this.hub));

  answer<O extends Operation>(operation: O, reply: (request: RequestOf<O>) => ReplyOf<O>): void {
    this.hub.subscribe(operation.subject, (packet, send) => {
      const { request, context } = JSON.parse(packet) as Message;
      this.received.push({ request, context });
      try {
        send(packResponse(reply(request as RequestOf<O>)));
      } catch (error) {
        send(packError(error instanceof OutlayError ? error.toBody() : error));
      }
    });
  }
}
