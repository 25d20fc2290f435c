export class Arrows {}
