import { config } from 'zod';

// zod tries out `new Function` for its compiled parsers; the page's policy forbids that and would report it.
config({ jitless: true });
