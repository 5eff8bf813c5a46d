import type { Happening } from '../../platform/change/change.server.ts';
import { sayNumber, type OrderState, type EventName } from './transitions.ts';

interface Changed {
  readonly number: number;
  /** The number of the event of the order. */
  readonly event: number;
  readonly transition: EventName | 'accept';
  readonly state: OrderState;
}

/** What other programs are told of an order's event: where to look, and nothing of what is in it. */
export function orderChanged({ number, event, transition, state }: Changed): Happening {
  const order = sayNumber(number);
  return {
    type: 'order.changed',
    data: { order, event, transition, state },
    log: { subject: order, position: event },
  };
}
