/** React has hydrated the page: fields can be handed over. */
export const TAKES_OVER = 'embarka:takes-over';
/** The page's event listeners are attached: clicks can be replayed. */
export const LISTENS = 'embarka:listens';
