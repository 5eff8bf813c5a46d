import type { StaffedOrder } from './order-view.ts';
import type { ActorKind, OrderState } from './transitions.ts';

export interface BoardColumn {
  readonly state: OrderState;
  /** All orders of the column, shown or not. */
  readonly count: number;
  readonly orders: readonly StaffedOrder[];
  /** Where the next page begins, or '' at the end. */
  readonly next: string;
}

export interface BoardView {
  /** The role in which the member moves the cards. */
  readonly actor: ActorKind;
  readonly columns: readonly BoardColumn[];
}
