export class Markers {}
