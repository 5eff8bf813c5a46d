import { useEffect, useState } from 'react';

/**
 * The id of what a form will add. Sending the form again after a lost response repeats the id. The server's id is for
 * browsers without JavaScript; otherwise each form of the page has its own.
 */
export function useNewId(ofServer: string): string {
  const [id, setId] = useState(ofServer);
  useEffect(() => setId(crypto.randomUUID()), []);
  return id;
}
