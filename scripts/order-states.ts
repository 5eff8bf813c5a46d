import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawTransitions } from '../app/orders/order/draw-transitions.ts';

// Draws the states of an order from the table that the code uses.
writeFileSync(join(import.meta.dirname, '../docs/order-states.md'), drawTransitions());
