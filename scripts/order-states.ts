import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawTransitions } from '../app/orders/server/order/draw-transitions.ts';

writeFileSync(join(import.meta.dirname, '../docs/order-states.md'), drawTransitions());
