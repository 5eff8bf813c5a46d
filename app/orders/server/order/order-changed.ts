import type { Happening } from '../../../platform/change/change.server.ts';
import { sayNumber, type OrderState, type EventName } from '../../protocol/transitions.ts';

interface Changed {
  readonly number: number;
  readonly event: number;
  readonly transition: EventName | 'accept';
  readonly state: OrderState;
}

/** The notification for webhooks and the API. It contains only a reference to the order, none of its contents. */
export function orderChanged({ number, event, transition, state }: Changed): Happening {
  const order = sayNumber(number);
  return {
    type: 'order.changed',
    data: { order, event, transition, state },
    log: { subject: order, position: event },
  };
}
