import { config } from 'zod';

// zod tries `new Function` for its compiled parsers; the page's content security policy forbids it and would report
// it.
config({ jitless: true });
