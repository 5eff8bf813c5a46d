/// <reference types="vite/client" />

/** A file with all it imports, as one script to be written into a page (scripts/inline-script.ts). */
declare module '*?inline-script' {
  const script: string;
  export default script;
}
