// React and others choose their production build by this variable when they are first imported.
process.env.NODE_ENV ??= 'production';

export const isDevelopment = process.env.NODE_ENV === 'development';
