/** React has the page: fields may be given to it. */
export const TAKES_OVER = 'embarka:takes-over';
/** What listens to the page listens: clicks may be given to it. */
export const LISTENS = 'embarka:listens';
