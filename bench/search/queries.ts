/** What is typed, and the usual name of the place that is meant. */
export interface BenchQuery {
  text: string;
  meant: string;
}

/** As people type: plain, without diacritics, in other scripts, in part. */
export const plainQueries: readonly BenchQuery[] = [
  { text: 'sao paulo', meant: 'São Paulo' },
  { text: 'münchen', meant: 'Munich' },
  { text: 'muenchen', meant: 'Munich' },
  { text: '北京', meant: 'Beijing' },
  { text: 'london', meant: 'London' },
  { text: 'san', meant: 'Santiago' },
  { text: 'rio de j', meant: 'Rio de Janeiro' },
  { text: 'Санкт-Петербург', meant: 'Saint Petersburg' },
  { text: 'القاهرة', meant: 'Cairo' },
  { text: 'freising', meant: 'Freising' },
];

/** With one typing error. */
export const wrongQueries: readonly BenchQuery[] = [
  { text: 'New Yrok', meant: 'New York City' },
  { text: 'Los Angelse', meant: 'Los Angeles' },
  { text: 'barcelna', meant: 'Barcelona' },
  { text: 'istambul', meant: 'Istanbul' },
  { text: 'jhannesburg', meant: 'Johannesburg' },
  { text: 'Buenos Aries', meant: 'Buenos Aires' },
  { text: 'melbuorne', meant: 'Melbourne' },
  { text: 'Frankfrut', meant: 'Frankfurt am Main' },
];
