// React and other packages choose their production build by this variable on first import.
process.env.NODE_ENV ??= 'production';

export const isDevelopment = process.env.NODE_ENV === 'development';
