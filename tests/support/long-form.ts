/** Whether `npm run test:long` asks: every combination, where `npm test` tries one of each kind. */
export const isLong = process.env.TEST_FORM === 'long';
