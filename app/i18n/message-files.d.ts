/** The addresses of the catalogues in the build by 'es/orders', and of the list of all as 'loader'. */
declare module 'virtual:message-files' {
  const files: Readonly<Record<string, string>> | undefined;
  export default files;
}
